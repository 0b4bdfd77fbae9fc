/** The entry `reknock/bullmq`. The other one brings the module to life. */
import "./default.js";

export {
  AttemptFailed,
  retries,
  type JobLike,
  type JobRequest,
  type Retries,
  type RetriesOptions,
} from "../send/bullmq.js";

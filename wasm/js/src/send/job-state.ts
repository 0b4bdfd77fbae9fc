/** How far a job got, as it is kept in its data. */
import type { Delivery } from "../delivery.js";
import { join, Reader } from "../read.js";
import { idOf } from "./options.js";
import { deliveryAt } from "./state.js";

export interface JobState {
  v: 1;
  /** The idempotency id. */
  id: string;
  /** How far it got. */
  delivery: Delivery;
}

const STATE = new Reader("INVALID_STATE");
const EXAMPLE = '{"v":1,"id":"msg_1","delivery":{…}}';

/** A state from a job's data, which is untrusted. */
export function readJobState(value: unknown, field: string): JobState {
  const path = `job.data.${field}`;
  const read = STATE.object(value, path, ["v", "id", "delivery"], EXAMPLE);
  STATE.whole(STATE.field(read, "v"), join(path, "v"), 1, 1);
  return {
    v: 1,
    id: idOf(STATE, STATE.field(read, "id"), join(path, "id")),
    delivery: deliveryAt(STATE.field(read, "delivery"), join(path, "delivery")),
  };
}

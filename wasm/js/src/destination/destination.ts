import type { Draws } from "../draws.js";
import type {
  Admission,
  DestinationRules,
  Heard,
  HealthReport,
  Kind,
  Permit,
  Report,
  Status,
  StormReport,
  Thresholds,
  ThresholdsName,
  Why,
} from "./types.js";

/** Many deliveries, one server: breaker, gate, budget, storm, replay and health behind two calls. */
export declare class Destination {
  constructor(options: { now: number; rules?: DestinationRules | undefined });
  /** A destination from its stored JSON form, as `toJSON` gave it, or from its bytes. */
  static from(state: unknown, rules?: DestinationRules): Destination;
  /** Whether an attempt may be made now. */
  admit(options: { now: number; kind: Kind; draws: Draws }): Admission;
  /** What came of it: every guard learns of it, once. */
  report(permit: Permit, report: Report, options: { now: number; draws: Draws }): Heard;
  /** Why it was disabled, once; `null` if there is nothing to tell. */
  tell(now: number): Why | null;
  enable(now: number): void;
  disable(now: number): void;
  isolate(now: number): void;
  reset(now: number): void;
  replay(now: number): void;
  stopReplay(now: number): void;
  /** How many retries wait for this destination now. */
  waiting(now: number, depth: number): void;
  storm(now: number): StormReport;
  health(options: {
    now: number;
    waiting: number;
    overdue: number;
    thresholds: Thresholds | ThresholdsName;
  }): HealthReport;
  status(now: number): Status;
  /** Changes with every call that changes the state: what an optimistic write is compared with. */
  get version(): number;
  rebase(was: number, is: number): void;
  toJSON(): unknown;
  toBytes(): Uint8Array;
}

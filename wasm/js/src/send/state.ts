/** The stored state of a delivery on its way. */
import { readDelivery, type Delivery } from "../delivery.js";
import { ReknockError } from "../errors.js";
import { join, Reader } from "../read.js";
import type { SendState } from "./types.js";

const FIELDS = ["v", "id", "url", "delivery"] as const;
const EXAMPLE = '{"v":1,"id":"msg_1","url":"https://example.com/hook","delivery":{…}}';
const STATE = new Reader("INVALID_STATE");

/** A state from untrusted, stored data. */
export function readState(value: unknown): SendState {
  const read = STATE.object(value, "", FIELDS, EXAMPLE);
  STATE.whole(STATE.field(read, "v"), "v", 1, 1);
  return {
    v: 1,
    id: text(STATE.field(read, "id"), "id"),
    url: text(STATE.field(read, "url"), "url"),
    delivery: deliveryAt(STATE.field(read, "delivery"), "delivery"),
  };
}

/** A copy, which later decisions do not change. */
export function copy(state: SendState): SendState {
  return { ...state, delivery: { ...state.delivery } };
}

/** Text that is not empty. */
export function text(value: unknown, path: string): string {
  return typeof value === "string" && value !== "" ? value : STATE.refuse(path, "must be text, and not empty");
}

/** A delivery inside something else: refusals name the whole path. */
export function deliveryAt(value: unknown, path: string): Delivery {
  try {
    return readDelivery(value);
  } catch (error) {
    if (!(error instanceof ReknockError)) throw error;
    throw new ReknockError(error.code, error.field === "" ? path : join(path, error.field), error.fix);
  }
}

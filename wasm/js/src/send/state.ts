/** The stored state of a delivery on its way. */
import { readDelivery, type Delivery } from "../delivery.js";
import { ReknockError } from "../errors.js";
import { join, Reader, reading } from "../read.js";
import { idOf, urlOf } from "./options.js";
import type { DeliverOptions, SendState } from "./types.js";

const FIELDS = ["v", "id", "url", "body", "delivery"] as const;
const EXAMPLE = '{"v":1,"id":"msg_1","url":"https://example.com/hook","body":true,"delivery":{…}}';
const STATE = new Reader("INVALID_STATE");
const OPTIONS = new Reader("INVALID_ARGUMENT");

/** A state from untrusted, stored data. */
export function readState(value: unknown): SendState {
  return reading("INVALID_STATE", "", () => readFields(value));
}

function readFields(value: unknown): SendState {
  const read = STATE.object(value, "", FIELDS, EXAMPLE);
  STATE.whole(STATE.field(read, "v"), "v", 1, 1);
  const body = STATE.field(read, "body");
  return {
    v: 1,
    id: idOf(STATE, STATE.field(read, "id"), "id"),
    url: urlOf(STATE.field(read, "url"), STATE),
    ...(body === undefined ? {} : { body: STATE.boolean(body, "body") }),
    delivery: deliveryAt(STATE.field(read, "delivery"), "delivery"),
  };
}

/**
 * Refuses options that would send something else than the delivery that was begun: under another id,
 * or without its body, which the state does not hold.
 */
export function goesOn(state: SendState, { id, body }: Pick<DeliverOptions, "id" | "body">): void {
  if (id !== undefined && id !== state.id) {
    OPTIONS.refuse("id", `is not ${JSON.stringify(state.id)}, the id that this delivery was begun with; leave it out, or resume the state that belongs to it`);
  }
  if (state.body === true && (body === undefined || body === null)) {
    OPTIONS.refuse("body", "is missing: this delivery was begun with one, which its state does not hold; give the same again");
  }
}

/** A copy, which later decisions do not change. */
export function copy(state: SendState): SendState {
  return { ...state, delivery: { ...state.delivery } };
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

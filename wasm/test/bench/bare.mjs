/** The module's own exports, as the package calls them, without the package around. */
import { exports, reknock } from "../instance.mjs";

const NO_CLASS = 7 << 17;

/**
 * Makes so many calls of the export that decides, with the default policy: numbers in, a number
 * out, and one number read from the memory where the delay lies. Nothing is checked or built.
 */
export const decideBare = (now, hint, { high, low }) => {
  const { decide, desk, memory, load_policy: load } = exports;
  const words = new Uint32Array(memory.buffer, desk() + 8, 1);
  // Whoever makes a policy leaves its row on the desk. The last slot is the last to be taken by others.
  reknock.policy("stormSafe");
  const policy = load(63);
  return (calls) => {
    let sum = 0;
    for (let call = 0; call < calls; call += 1) {
      decide(policy, 503 | NO_CLASS, call & 3, now, 0, hint, now, 1000, high, low);
      sum += words[0];
    }
    return sum;
  };
};

/** Adds two numbers: the least that any call into WebAssembly costs. */
export const addBare = () => {
  const { add } = new WebAssembly.Instance(new WebAssembly.Module(ADD)).exports;
  return (calls) => {
    let sum = 0;
    for (let call = 0; call < calls; call += 1) sum = add(sum, call & 3);
    return sum;
  };
};

/** `(func (export "add") (param f64 f64) (result f64) local.get 0 local.get 1 f64.add)` */
const ADD = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 124, 124, 1, 124, 3, 2, 1, 0, 7, 7, 1, 3, 97, 100, 100, 0, 0, 10, 9, 1, 7, 0,
  32, 0, 32, 1, 160, 11,
);

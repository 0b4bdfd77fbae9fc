/** The package, and the instance of the module inside it, which no entry exports. */

let instance;
const Real = WebAssembly.Instance;
WebAssembly.Instance = class extends Real {
  constructor(...args) {
    super(...args);
    instance ??= this;
  }
};
export const reknock = await import("../npm/index.js");
WebAssembly.Instance = Real;

export const { exports } = instance;

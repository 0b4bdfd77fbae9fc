/**
 * The slots of the module, which are a cache: an object fills one when it is used, and fills another
 * when someone else took it meanwhile.
 *
 * A slot keeps its last owner reachable until another object takes it: a few kilobytes at most,
 * and nothing that anyone has to free.
 */
export class Slots<T extends object> {
  /** Who filled a slot last. */
  readonly owners: (T | null)[];
  #next = 0;

  constructor(size: number) {
    this.owners = new Array<T | null>(size).fill(null);
  }

  /** The slot to fill next: the one that was filled the longest time ago. */
  next(): number {
    const slot = this.#next;
    this.#next = (slot + 1) % this.owners.length;
    return slot;
  }
}

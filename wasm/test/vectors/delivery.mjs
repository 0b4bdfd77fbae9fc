/** What the package answers to a golden vector of a delivery, wherever JavaScript runs. */

/** The decision, and the delivery after it. */
export function answer(reknock, vector) {
  const delivery = reknock.readDelivery(vector.delivery);
  const decision = reknock.policy(vector.policy).decide(delivery, vector.outcome, {
    now: vector.now,
    wall: vector.wall,
    stretch: vector.stretch,
    draws: reknock.derived(vector.seed, BigInt(vector.key)),
  });
  return { decision, after: delivery };
}

/** What the model says. */
export function expected({ decision, after }) {
  return { decision, after };
}

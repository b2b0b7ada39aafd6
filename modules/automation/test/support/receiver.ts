import { Receiver as AnyReceiver, answers, type Behaviour } from '@patchbay/test/kit';

/** A receiver that answers nobody under `/hold`. */
export class Receiver extends AnyReceiver {
  override behave: Behaviour = (response, received) => {
    if (!received.path.startsWith('/hold')) answers(200)(response, received);
  };

  /** Ids of effects that came to a path. */
  effectsAt(path: string): readonly string[] {
    return this.received
      .filter((each) => each.path === path)
      .map(({ headers }) => String(headers['x-fabric-delivery']));
  }
}

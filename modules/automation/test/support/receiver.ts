import { Receiver as AnyReceiver, answers, type Behaviour } from '@patchbay/test/kit';

/** A receiver that answers with the status that stands second in the path; under `/hold` when told to. */
export class Receiver extends AnyReceiver {
  override behave: Behaviour = (response, received) => {
    const [, , status = 200] = received.path.split('/');
    const answer = () => answers(Number(status) || 200)(response, received);
    if (received.path.startsWith('/hold')) this.held.push(answer);
    else answer();
  };

  /** Ids of effects that came to a path. */
  effectsAt(path: string): readonly string[] {
    return this.received
      .filter((each) => each.path === path)
      .map(({ headers }) => String(headers['x-fabric-delivery']));
  }
}

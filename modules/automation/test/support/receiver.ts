import { Receiver as AnyReceiver, answers, type Behaviour } from '@patchbay/test/kit';

/**
 * A receiver that answers with the status that stands second in the path; `/flaky`: 503 at first, `/hold`: on demand.
 */
export class Receiver extends AnyReceiver {
  override behave: Behaviour = (response, received) => {
    const { path } = received;
    const isFirst = path.startsWith('/flaky') && this.effectsAt(path).length === 1;
    const status = isFirst ? 503 : Number(path.split('/')[2]) || 200;
    const answer = () => answers(status)(response, received);
    if (path.startsWith('/hold')) this.held.push(answer);
    else answer();
  };

  /** Ids of effects that came to a path. */
  effectsAt(path: string): readonly string[] {
    return this.received
      .filter((each) => each.path === path)
      .map(({ headers }) => String(headers['x-fabric-delivery']));
  }
}

import { call, refresh, type Tagged, tellDone, useGo, useTexts } from '@patchbay/console-kit';
import { type Base, type DraftSaving, underFormerKeys, useDraftSaving } from '@patchbay/console-kit/steps';
import {
  bodyOf,
  type Connection,
  type ConnectionDraft,
  draftFrom,
  isChanged,
  patchOf,
} from '../draft/connection-draft.ts';
import { texts } from './texts.ts';

export type ConnectionBase = Base<Connection, ConnectionDraft>;

export const baseOf = (tagged: Tagged<Connection>): ConnectionBase => ({
  ...tagged,
  draft: draftFrom(tagged.data),
});

interface SavingInput {
  readonly draft: ConnectionDraft;
  readonly first: ConnectionBase | null;
  readonly blank: ConnectionDraft;
  readonly latest: Tagged<Connection> | null;
  load(draft: ConnectionDraft): void;
  refused(error: unknown): void;
}

/** Saves the draft as a new Connection, or what it changes of the stored one. */
export function useConnectionSaving(input: SavingInput): DraftSaving<Connection, ConnectionDraft> {
  const t = useTexts(texts);
  const go = useGo();
  const { draft } = input;
  return useDraftSaving({
    ...input,
    load: (fresh) => input.load({ ...fresh, steps: underFormerKeys(fresh.steps, draft.steps) }),
    draftOf: draftFrom,
    isChanged,
    create: async () => {
      const { data } = await call('POST', '/fabric/connections', { body: bodyOf(draft) });
      refresh('/fabric');
      tellDone(t.created);
      if ('id' in data) go(`/connections/${data.id}`);
    },
    update: async (base, connection_id, etag) => {
      const path = { connection_id };
      await call('PATCH', '/fabric/connections/{connection_id}', { path, body: patchOf(draft, base), etag });
      refresh('/fabric');
      tellDone(t.saved);
    },
    read: async (connection_id) => {
      const path = { connection_id };
      const { data, response } = await call('GET', '/fabric/connections/{connection_id}', { path });
      return { data, etag: response.headers.get('etag') };
    },
  });
}

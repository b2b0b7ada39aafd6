import {
  ActionButton,
  Badge,
  Button,
  ResourceList,
  Row,
  type RowOf,
  SecretDialog,
  Stack,
  Time,
  useSession,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { lifeOf } from './key-life.ts';
import { type NewKey, NewKeyDialog } from './new-key.tsx';
import { texts } from './texts.ts';

type Key = RowOf<'/api-keys'>;

/** The user's own keys. */
export default function KeysTab() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { mayCall } = useSession();
  const [isCreating, setCreating] = useState(false);
  const [fresh, setFresh] = useState<NewKey | null>(null);
  const create = mayCall('POST', '/api-keys') ? (
    <Button variant="primary" onPress={() => setCreating(true)}>
      {t.new}
    </Button>
  ) : undefined;
  return (
    <Stack>
      <Row isSpread>
        <p className="muted">{t.summary}</p>
        {create}
      </Row>
      <ResourceList
        path="/api-keys"
        label={t.keys}
        prefix="keys_"
        columns={[
          {
            id: 'name',
            title: w.name,
            sort: 'name',
            cell: (key) => <Name {...key} />,
            text: ({ name }) => name,
          },
          {
            id: 'prefix',
            title: t.prefix,
            cell: ({ prefix }) => <code>{prefix}</code>,
            text: ({ prefix }) => prefix,
          },
          {
            id: 'reach',
            title: t.reach,
            cell: (key) => <Reach {...key} />,
            text: ({ scopes }) => scopes?.join(' ') ?? t.all,
          },
          {
            id: 'expires',
            title: t.expires,
            sort: 'expires_at',
            cell: (key) => <Expiry {...key} />,
            text: ({ expires_at }) => expires_at,
          },
          {
            id: 'used',
            title: t.last_used,
            sort: 'last_used_at',
            cell: ({ last_used_at }) =>
              last_used_at === null ? <span className="muted">{t.unused}</span> : <Time at={last_used_at} />,
            text: ({ last_used_at }) => last_used_at,
          },
        ]}
        sort="-created_at"
        nameOf={({ name }) => name}
        exportName="api-keys"
        rowActions={(key) => <Revoke {...key} />}
        empty={{ title: t.empty, hint: t.empty_hint, action: create }}
      />
      {isCreating ? <NewKeyDialog onClose={() => setCreating(false)} created={setFresh} /> : null}
      {fresh === null ? null : (
        <SecretDialog
          title={t.secret}
          secrets={[{ label: t.secret_label, text: fresh.secret }]}
          onClose={() => setFresh(null)}
        />
      )}
    </Stack>
  );
}

const Name = ({ name, description }: Key) => (
  <>
    {name}
    {description === null ? null : <div className="muted">{description}</div>}
  </>
);

function Reach({ scopes }: Key) {
  const t = useTexts(texts);
  if (scopes === null) return t.all;
  if (scopes.length > 3) return <span title={scopes.join(' ')}>{t.scope_count(scopes.length)}</span>;
  return (
    <Row>
      {scopes.map((scope) => (
        <code key={scope}>{scope}</code>
      ))}
    </Row>
  );
}

function Expiry({ expires_at }: Key) {
  const t = useTexts(texts);
  const life = lifeOf(expires_at, Date.now());
  if (life === 'endless') return t.never;
  return (
    <Row>
      <Time at={expires_at} />
      {life === 'soon' ? <Badge kind="warning">{t.soon}</Badge> : null}
      {life === 'ended' ? <Badge kind="bad">{t.expired}</Badge> : null}
    </Row>
  );
}

function Revoke({ id, name }: Key) {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const revoke = useWrite('DELETE', '/api-keys/{key_id}', { done: t.revoked });
  if (!mayCall('DELETE', '/api-keys/{key_id}')) return null;
  return (
    <ActionButton
      variant="danger"
      confirm={{ title: t.revoke_question(name) }}
      run={() => revoke.run({ path: { key_id: id } })}
    >
      {t.revoke}
    </ActionButton>
  );
}

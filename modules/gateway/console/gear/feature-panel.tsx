import {
  ApiError,
  Badge,
  Button,
  ErrorNotice,
  Loading,
  Notice,
  PageLink,
  Row,
  Stack,
  Tooltip,
  useSearchTexts,
  useSession,
  useTexts,
} from '@patchbay/console-kit';
import { Commands } from './commands.tsx';
import styles from './gear.module.css';
import { ObjectPanel } from './objects/object-panel.tsx';
import { ObjectTable } from './objects/object-table.tsx';
import { PendingChanges } from './pending-changes.tsx';
import type { Feature, GearPlace } from './place.ts';
import { texts } from './texts.ts';
import { useLiveObjects } from './use-live-objects.ts';

export interface FeaturePanelProps {
  readonly feature: Feature;
  readonly place: GearPlace;
}

/** One feature: its objects, or the one that is chosen, or the command that it is. */
export function FeaturePanel({ feature, place }: FeaturePanelProps) {
  const t = useTexts(texts);
  const { may } = useSession();
  return (
    <Stack>
      <div className={styles['back']}>
        <PageLink to={`/controllers/${place.controller_id}`} search={{ tab: 'gear' }}>
          ← {t.all_features}
        </PageLink>
      </div>
      <Row>
        <h2>{feature.title}</h2>
        <code className="muted">{feature.key}</code>
        <Marks feature={feature} />
      </Row>
      {may(feature.permission) ? null : (
        <Notice>
          <p>{t.look_only}</p>
        </Notice>
      )}
      <PendingChanges feature={feature} controller_id={place.controller_id} />
      <Objects feature={feature} place={place} />
    </Stack>
  );
}

function Objects({ feature, place }: FeaturePanelProps) {
  const { q = '', page = '1', object, operation } = useSearchTexts();
  const read = useLiveObjects(place, { page: Number(page) || 1, search: q });
  // A command has no objects: the platform says so by not finding any.
  const isCommand = read.error instanceof ApiError && read.error.status === 404;
  if (isCommand) return <Commands feature={feature} place={place} />;
  if (read.error !== null) return <ErrorNotice error={read.error} retry={() => void read.refetch()} />;
  if (read.data === undefined) return <Loading />;
  const { items, target_ids } = read.data;
  const [only] = items;
  const isSingle = only !== undefined && items.length === 1 && target_ids[0] === null;
  if (isSingle && feature.operations.includes('update'))
    return <ObjectPanel feature={feature} place={place} operation="update" target_id={null} live={only} />;
  if (operation === 'create' || object !== undefined)
    return (
      <ObjectPanel
        feature={feature}
        place={place}
        operation={operation === 'create' ? 'create' : 'update'}
        target_id={object ?? null}
        live={items[target_ids.indexOf(object ?? null)] ?? null}
      />
    );
  return <ObjectTable feature={feature} place={place} objects={read.data} readAtMs={read.dataUpdatedAt} />;
}

function Marks({ feature }: { readonly feature: Feature }) {
  const t = useTexts(texts);
  return (
    <>
      {feature.risk === 'catastrophic' ? (
        <Mark kind="bad" text={t.catastrophic_hint}>
          {t.catastrophic}
        </Mark>
      ) : null}
      {feature.confirm === 'device' ? (
        <Mark kind="good" text={t.confirm_device_hint}>
          {t.confirm_device}
        </Mark>
      ) : null}
      {feature.confirm === 'inverse' ? (
        <Mark kind="neutral" text={t.confirm_inverse_hint}>
          {t.confirm_inverse}
        </Mark>
      ) : null}
    </>
  );
}

interface MarkProps {
  readonly kind: 'good' | 'bad' | 'neutral';
  readonly text: string;
  readonly children: string;
}

const Mark = ({ kind, text, children }: MarkProps) => (
  <Tooltip text={text}>
    <Button variant="quiet">
      <Badge kind={kind}>{children}</Badge>
    </Button>
  </Tooltip>
);

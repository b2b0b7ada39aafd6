import {
  Button,
  EmptyState,
  LinkButton,
  PageLink,
  Row,
  Stack,
  useSearchTexts,
  useSession,
  useTexts,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { copyOf, initialOf, type Values } from '../payload.ts';
import type { Feature, GearPlace } from '../place.ts';
import { knownFields, payloadSchema } from '../schemas.ts';
import { texts } from '../texts.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { nameOfObject } from './object-columns.ts';
import { ObjectFacts } from './object-facts.tsx';
import { ObjectForm } from './object-form.tsx';

export interface ObjectPanelProps {
  readonly feature: Feature;
  readonly place: GearPlace;
  readonly operation: 'create' | 'update';
  /** Null for a new object, and where there is only one. */
  readonly target_id: string | null;
  /** As the device has it now; null for a new one, and for one that is gone. */
  readonly live: Values | null;
}

/** One object with its form, or a new one; a copy begins with the values of another. */
export function ObjectPanel({ feature, place, operation, target_id, live }: ObjectPanelProps) {
  const t = useTexts(texts);
  const { may } = useSession();
  const isNew = operation === 'create';
  const isGone = !isNew && live === null;
  const name = live === null ? '' : nameOfObject(live, target_id) || feature.title;
  const mayWrite = may(feature.permission) && feature.operations.includes(operation);
  const schema = payloadSchema(feature, operation);
  const knows = knownFields(schema, live ?? {});
  return (
    <Stack>
      {target_id === null && !isNew ? null : <BackLink place={place} />}
      <Row isSpread>
        <h3>{isNew ? t.creating(feature.title) : t.editing(name)}</h3>
        {isNew || live === null ? null : (
          <ObjectActions feature={feature} place={place} target_id={target_id} name={name} />
        )}
      </Row>
      {isGone ? <EmptyState title={t.gone} /> : null}
      {isGone || !mayWrite ? null : (
        <ObjectForm
          key={`${operation} ${target_id}`}
          feature={feature}
          place={place}
          operation={operation}
          target_id={isNew ? null : target_id}
          asksForTarget={false}
          live={isNew ? null : live}
          initial={isNew ? copyOf(knows, live ?? {}) : initialOf(knows, live)}
        />
      )}
      {live === null || isNew ? null : <ObjectFacts live={live} {...(mayWrite ? { without: knows } : {})} />}
    </Stack>
  );
}

function BackLink({ place }: { readonly place: GearPlace }) {
  const t = useTexts(texts);
  const { q, page } = useSearchTexts();
  return (
    <PageLink
      to={`/controllers/${place.controller_id}`}
      search={{
        tab: 'gear',
        feature: place.feature,
        ...(q === undefined ? {} : { q }),
        ...(page === undefined ? {} : { page }),
      }}
    >
      ← {t.back}
    </PageLink>
  );
}

interface ObjectActionsProps {
  readonly feature: Feature;
  readonly place: GearPlace;
  readonly target_id: string | null;
  readonly name: string;
}

function ObjectActions({ feature, place, target_id, name }: ObjectActionsProps) {
  const t = useTexts(texts);
  const { may } = useSession();
  const [isDeleting, setDeleting] = useState(false);
  if (!may(feature.permission)) return null;
  const address = `/controllers/${place.controller_id}`;
  return (
    <Row>
      {feature.operations.includes('create') && target_id !== null ? (
        <LinkButton
          to={address}
          search={{ tab: 'gear', feature: feature.key, operation: 'create', object: target_id }}
        >
          {t.copy}
        </LinkButton>
      ) : null}
      {feature.operations.includes('delete') ? (
        <Button variant="danger" onPress={() => setDeleting(true)}>
          {t.delete}
        </Button>
      ) : null}
      {isDeleting ? (
        <DeleteDialog
          feature={feature}
          place={place}
          target_id={target_id}
          name={name}
          isOpen
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </Row>
  );
}

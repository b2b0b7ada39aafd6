import {
  Form,
  Page,
  Panel,
  ReferenceField,
  useControllerNames,
  useGo,
  useRows,
  useSearchText,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { type Change, featureWords, objectOf } from '../what.ts';
import { changeWords } from '../words.ts';
import { OrderedChanges } from './ordered-changes.tsx';
import { idsOf } from './reorder.ts';
import { texts } from './texts.ts';

interface Values {
  readonly name: string;
  readonly changes: readonly string[];
  readonly canary: number | null;
  readonly stop_on_failure: boolean;
  readonly apply_at: string | null;
}

/** Most changes of one set. */
const MOST = '200';

export default function NewSetPage() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const go = useGo();
  const [asked] = useSearchText('changes');
  const nameOf = useNames();
  const create = useWrite('POST', '/change-sets', {
    done: ({ name }) => t.created(name),
    onDone: ({ id }) => go(`/change-sets/${id}`),
  });
  return (
    <Page title={t.new} summary={t.new_summary}>
      <Panel>
        <Form<Values>
          fields={[
            { kind: 'text', key: 'name', label: w.name, isRequired: true },
            {
              kind: 'custom',
              key: 'changes',
              label: t.changes,
              isRequired: true,
              control: ({ values: { changes }, set, error }) => (
                <ChosenChanges ids={changes} nameOf={nameOf} onChange={set} error={error} />
              ),
            },
            { kind: 'number', key: 'canary', label: t.canary, hint: t.canary_hint },
            { kind: 'switch', key: 'stop_on_failure', label: t.stop_on_failure, hint: t.stop_hint },
            { kind: 'time', key: 'apply_at', label: t.apply_at, hint: t.apply_at_hint },
          ]}
          initial={{ name: '', changes: idsOf(asked), canary: null, stop_on_failure: true, apply_at: null }}
          action={w.create}
          onCancel={() => go('/change-sets')}
          submit={({ name, changes, canary, stop_on_failure, apply_at }) =>
            create.send({
              body: {
                name,
                changes: [...changes],
                stop_on_failure,
                ...(canary === null ? {} : { canary }),
                ...(apply_at === null ? {} : { apply_at }),
              },
            })
          }
        />
      </Panel>
    </Page>
  );
}

/** Sentences of pending changes by their ids. */
function useNames(): (id: string) => string {
  const { rows } = useRows('/changes', { status: 'pending', per_page: MOST });
  const titleOf = useTitle();
  return (id) => {
    const change = rows.find((each) => each.id === id);
    return change === undefined ? id : titleOf(change);
  };
}

function useTitle(): (change: Change) => string {
  const c = useTexts(changeWords);
  const controllerOf = useControllerNames();
  return (change) => {
    const { operation, feature, controller_id } = change;
    const title = c.title({ operation, what: featureWords(feature), name: objectOf(change) });
    const controller = controllerOf(controller_id);
    return controller === undefined ? title : c.on(title, controller);
  };
}

interface ChosenChangesProps {
  readonly ids: readonly string[];
  nameOf(id: string): string;
  onChange(ids: readonly string[]): void;
  readonly error: string | undefined;
}

function ChosenChanges({ ids, nameOf, onChange, error }: ChosenChangesProps) {
  const t = useTexts(texts);
  const titleOf = useTitle();
  const [round, again] = useState(0);
  return (
    <>
      <OrderedChanges ids={ids} nameOf={nameOf} onChange={onChange} error={error} />
      <ReferenceField
        key={round}
        label={t.add}
        hint={t.add_hint}
        path="/changes"
        query={{ status: 'pending' }}
        value={null}
        nameOf={titleOf}
        onChange={(id) => {
          if (id === null) return;
          onChange([...ids.filter((each) => each !== id), id]);
          again(round + 1);
        }}
      />
    </>
  );
}

import {
  ApiError,
  Button,
  DeviceValues,
  ErrorNotice,
  Notice,
  Panel,
  pruneValue,
  resolveSchema,
  SchemaForm,
  Stack,
  TextField,
  useLeaveGuard,
  useTexts,
} from '@patchbay/console-kit';
import { useState } from 'react';
import styles from '../gear.module.css';
import { changedFields, faultsOf, payloadOf, type Values } from '../payload.ts';
import type { Feature, GearPlace, Operation } from '../place.ts';
import { Preview } from '../preview.tsx';
import { payloadSchema } from '../schemas.ts';
import { StagedNotice } from '../staged-notice.tsx';
import { texts } from '../texts.ts';
import { useStaging } from '../use-live-objects.ts';

export interface ObjectFormProps {
  readonly feature: Feature;
  readonly place: GearPlace;
  readonly operation: Operation;
  readonly target_id: string | null;
  /** The id of the object is typed, where objects cannot be listed. */
  readonly asksForTarget: boolean;
  /** As the device has it now; null where nothing is there to compare with. */
  readonly live: Values | null;
  readonly initial: Values;
}

const MOST_AT_ONCE = 12;
/** Texts of the address that say which form is shown. */
const FORM_KEYS = ['tab', 'feature', 'object', 'operation'];
const objectOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** A form of a feature's payload; it ends in a staged change. */
export function ObjectForm({
  feature,
  place,
  operation,
  target_id,
  asksForTarget,
  live,
  initial,
}: ObjectFormProps) {
  const t = useTexts(texts);
  const schema = payloadSchema(feature, operation);
  const [values, setValues] = useState(initial);
  const [notes, setNotes] = useState('');
  const [typedTarget, setTarget] = useState('');
  const [staged, setStaged] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const { stage, isPending } = useStaging(place);
  const payload = objectOf(pruneValue(schema, payloadOf(values, live, resolveSchema(schema, values))));
  const errors = error instanceof ApiError ? faultsOf(error.details) : {};
  const isUnsaved = staged === null && changedFields(values, initial).length > 0;
  const guard = useLeaveGuard(() => isUnsaved, FORM_KEYS);
  const isNothing = live !== null && Object.keys(payload).length === 0;
  const send = async () => {
    setError(null);
    try {
      const target = asksForTarget && typedTarget !== '' ? typedTarget : target_id;
      setStaged((await stage({ operation, payload, target_id: target, notes })).id);
    } catch (failure) {
      setError(failure);
    }
  };
  if (staged !== null) return <StagedNotice change_id={staged} onAgain={() => setStaged(null)} />;
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isNothing) void send();
      }}
    >
      <div className={styles['editor']}>
        <Panel>
          <Stack>
            {error === null ? null : <StagingFault error={error} known={Object.keys(errors).length > 0} />}
            {asksForTarget ? (
              <TextField label={t.target} value={typedTarget} onChange={setTarget} isMonospaced />
            ) : null}
            <DeviceValues value={true}>
              <SchemaForm
                schema={schema}
                value={values}
                onChange={setValues}
                errors={errors}
                showsUpTo={MOST_AT_ONCE}
              />
            </DeviceValues>
            <TextField label={t.notes} value={notes} onChange={setNotes} isMultiline />
          </Stack>
        </Panel>
        <Preview payload={payload} values={values} live={live} escalates={feature.escalates} />
      </div>
      <div>
        <Button type="submit" variant="primary" isPending={isPending} isDisabled={isNothing}>
          {t.stage}
        </Button>
      </div>
      {guard}
    </form>
  );
}

/** Faults of fields stand at them; everything else is said above the form. */
function StagingFault({ error, known }: { readonly error: unknown; readonly known: boolean }) {
  const t = useTexts(texts);
  if (!known || !(error instanceof ApiError)) return <ErrorNotice error={error} />;
  return (
    <Notice kind="bad" title={t.check} isUrgent>
      <ul>
        {error.details.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <code>{field.replace(/^payload\./, '')}</code> {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

import {
  ApiError,
  Button,
  csvText,
  ErrorNotice,
  Notice,
  offerFile,
  Page,
  Panel,
  RadioField,
  Stack,
  useSearchText,
  useSession,
  useTexts,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { CsvSource } from './csv-source.tsx';
import { DryRunResult, Faults, ImportDone } from './import-result.tsx';
import { FACTS, faultsOf, type ImportReply, isKind, KINDS, type Kind } from './kinds.ts';
import { texts } from './texts.ts';
import { useImport } from './use-import.ts';

/** Sites, controllers and devices from a CSV file: a dry run first, then all of it or nothing. */
export default function ImportPage() {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const [asked, ask] = useSearchText('kind');
  const kinds = KINDS.filter((kind) => mayCall('POST', FACTS[kind].path));
  const kind = isKind(asked) && kinds.includes(asked) ? asked : kinds[0];
  return (
    <Page title={t.import} summary={t.summary}>
      {kind === undefined ? null : (
        <Stack>
          <RadioField
            label={t.kind}
            choices={kinds.map((value) => ({
              value,
              label: t[value],
              ...(value === 'devices' ? { hint: t.devices_hint } : {}),
            }))}
            value={kind}
            onChange={ask}
          />
          <ImportOf key={kind} kind={kind} />
        </Stack>
      )}
    </Page>
  );
}

function ImportOf({ kind }: { readonly kind: Kind }) {
  const t = useTexts(texts);
  const { send, isPending } = useImport(kind);
  const [csv, setCsv] = useState('');
  const [result, setResult] = useState<ImportReply | null>(null);
  const [error, setError] = useState<unknown>(null);
  const lines = csv.split(/\r\n|\n|\r/);
  const forget = () => {
    setResult(null);
    setError(null);
  };
  const ask = async (isDry: boolean) => {
    forget();
    try {
      setResult(await send(csv, isDry));
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <Stack>
      <Columns kind={kind} />
      <Panel>
        <Stack>
          <CsvSource
            csv={csv}
            onChange={(text) => {
              setCsv(text);
              forget();
            }}
          />
          <div>
            <Button
              variant={result === null ? 'primary' : 'plain'}
              isDisabled={csv.trim() === ''}
              isPending={isPending}
              onPress={() => void ask(true)}
            >
              {result === null ? t.check : t.check_again}
            </Button>
          </div>
        </Stack>
      </Panel>
      {error === null ? null : <Refused error={error} lines={lines} />}
      {result === null ? null : result.dry_run ? (
        <DryRunResult result={result} lines={lines} run={() => ask(false)} />
      ) : (
        <ImportDone kind={kind} result={result} />
      )}
    </Stack>
  );
}

/** Columns of the kind, and a file to begin with. */
function Columns({ kind }: { readonly kind: Kind }) {
  const t = useTexts(texts);
  const { columns, example } = FACTS[kind];
  return (
    <Panel title={t.columns}>
      <p>
        <code>{columns.join(', ')}</code>
      </p>
      <p className="muted">{t.columns_hint}</p>
      <div>
        <Button
          onPress={() => offerFile(`${kind}.csv`, 'text/csv;charset=utf-8', csvText(columns, [example]))}
        >
          {t.template}
        </Button>
      </div>
    </Panel>
  );
}

/** An import that was refused although its dry run was clean. */
function Refused({ error, lines }: { readonly error: unknown; readonly lines: readonly string[] }) {
  const t = useTexts(texts);
  const faults = error instanceof ApiError ? faultsOf(error.details) : [];
  if (faults.length === 0) return <ErrorNotice error={error} />;
  return (
    <Stack>
      <Notice kind="bad" title={t.errors(faults.length)} isUrgent>
        <p>{t.moved}</p>
      </Notice>
      <Faults faults={faults} lines={lines} />
    </Stack>
  );
}

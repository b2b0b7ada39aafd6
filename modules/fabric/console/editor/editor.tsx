import {
  Badge,
  Button,
  MergeNotice,
  Notice,
  Page,
  PageLink,
  Stack,
  type Tagged,
  TextField,
  useLeaveGuard,
  useTexts,
} from '@patchbay/console-kit';
import { CheckLine, useDraftCheck } from '@patchbay/console-kit/steps';
import { useCallback, useMemo, useState } from 'react';
import { CanvasOrList } from '../canvas/canvas-or-list.tsx';
import { useCards } from '../canvas/use-cards.ts';
import {
  type Connection,
  type ConnectionDraft,
  fieldsOfDraft,
  isChanged,
} from '../draft/connection-draft.ts';
import { dryRun, isComplete } from '../draft/dry-run.ts';
import { joinedFindings, localFindings } from '../draft/local-findings.ts';
import { useCatalog } from '../draft/use-catalog.ts';
import { EditorPanel } from '../panels/editor-panel.tsx';
import { cardOf, type Panel, panelOf, panelOfFinding } from '../panels/panel.ts';
import styles from '../panels/panels.module.css';
import { texts as trialTexts } from '../trial/texts.ts';
import { useShownRun } from '../trial/use-shown-run.ts';
import { texts } from './texts.ts';
import { baseOf, useConnectionSaving } from './use-connection-saving.ts';
import { useEditing } from './use-editing.ts';

export interface EditorProps {
  /** The Connection as it was read last; null for a new one. */
  readonly latest: Tagged<Connection> | null;
  readonly isDeleted?: boolean;
  /** Draft that a new Connection begins with. */
  readonly blank: ConnectionDraft;
  /** Panel that is open at first. */
  readonly opened: Panel | null;
}

/** A Connection on a canvas, with everything that can be wrong, tried or changed about it. */
export function Editor({ latest, isDeleted = false, blank, opened }: EditorProps) {
  const t = useTexts(texts);
  const trial = useTexts(trialTexts);
  const [first] = useState(() => (latest === null ? null : baseOf(latest)));
  const [draft, setDraft] = useState(first?.draft ?? blank);
  const [asked, setPanel] = useState(opened);
  const panel = isThere(asked, draft) ? asked : null;
  const catalog = useCatalog();
  const connection_id = first?.data.id ?? null;
  const check = useDraftCheck(draft, isComplete, (checked) => dryRun(checked, connection_id));
  const shown = useShownRun();
  const set = (change: Partial<ConnectionDraft>) => setDraft((former) => ({ ...former, ...change }));
  const saving = useConnectionSaving({
    draft,
    first,
    blank,
    latest,
    load: setDraft,
    refused: check.take,
  });
  const findings = useMemo(
    () =>
      joinedFindings(
        localFindings(draft, catalog, { media: t.media, later: t.reads_later, misplaced: t.misplaced }),
        check.findings,
      ),
    [draft, catalog, check.findings, t],
  );
  const editing = useEditing({
    draft,
    catalog,
    open: setPanel,
    setSteps: (change) => {
      shown.hide();
      check.forget();
      setDraft((former) => ({ ...former, steps: change(former.steps) }));
    },
  });
  const cards = useCards(draft, catalog, findings, shown.marks);
  const chosen = panel === null ? null : cardOf(panel);
  const choose = useCallback((card: string) => setPanel(panelOf(card)), []);
  const guard = useLeaveGuard(saving.isUnsaved);
  const isUnsaved = isChanged(draft, saving.base?.draft ?? blank);
  const title = saving.base === null ? t.new : t.edit(saving.base.data.name);
  return (
    <Page
      title={title}
      {...(connection_id === null
        ? {}
        : { summary: <PageLink to={`/connections/${connection_id}`}>{t.view}</PageLink> })}
      marks={isUnsaved ? <Badge kind="warning">{t.unsaved}</Badge> : null}
      actions={
        <>
          <Button onPress={() => setPanel({ at: 'add', place: draft.steps.length })}>{t.add_step}</Button>
          <Button onPress={() => setPanel({ at: 'settings' })}>{t.settings}</Button>
          {saving.base === null ? null : (
            <Button onPress={() => setPanel({ at: 'test' })}>{trial.test}</Button>
          )}
          <Button onPress={() => setPanel({ at: 'backtest' })}>{trial.backtest}</Button>
          <Button
            variant="primary"
            isPending={saving.isPending}
            isDisabled={draft.name.trim() === '' || draft.steps.length === 0}
            onPress={() => void saving.save()}
          >
            {saving.theirs === null ? t.save : t.save_over}
          </Button>
        </>
      }
    >
      <Stack>
        {isDeleted ? (
          <Notice kind="bad" isUrgent>
            {t.deleted}
          </Notice>
        ) : null}
        {saving.theirs === null || saving.base === null ? null : (
          <MergeNotice
            base={fieldsOfDraft(saving.base.draft)}
            theirs={fieldsOfDraft(saving.theirs.draft)}
            mine={fieldsOfDraft(draft)}
            takeTheirs={saving.takeTheirs}
          />
        )}
        <TextField label={t.name} isRequired value={draft.name} onChange={(name) => set({ name })} />
        <CheckLine
          check={check}
          incomplete={t.incomplete}
          findings={findings}
          open={(at) => setPanel(panelOfFinding(at, draft.steps))}
        />
        <div className={styles['parts']} data-panel={panel === null ? undefined : ''}>
          <div className={styles['drawing']}>
            <CanvasOrList
              label={draft.name || t.unnamed}
              cards={cards}
              chosen={chosen}
              choose={choose}
              editing={editing}
            />
            {shown.run === null && shown.counts === null ? null : (
              <Button variant="quiet" onPress={shown.hide}>
                {trial.hide}
              </Button>
            )}
          </div>
          {panel === null ? null : (
            <EditorPanel
              panel={panel}
              close={() => {
                setPanel(null);
                focusCard(chosen);
              }}
              draft={draft}
              set={set}
              catalog={catalog}
              findings={findings}
              editing={editing}
              connection_id={connection_id}
              isUnsaved={isUnsaved}
              shown={shown}
            />
          )}
        </div>
      </Stack>
      {guard}
    </Page>
  );
}

/** A step may be gone since its panel was opened. */
const isThere = (panel: Panel | null, { steps }: ConnectionDraft): boolean =>
  panel?.at !== 'step' || steps.some(({ key }) => key === panel.key);

/** Gives the focus back to the card whose panel closes. */
function focusCard(card: string | null): void {
  if (card !== null) document.querySelector<HTMLElement>(`[data-card="${CSS.escape(card)}"]`)?.focus();
}

import { Button } from '../../controls/button.tsx';
import { Row } from '../../layout/layout.tsx';
import { defineTexts, useTexts } from '../../text/texts.ts';
import { FindingList } from '../finding-list.tsx';
import type { Finding } from '../model/findings.ts';
import type { DraftCheck } from './use-draft-check.ts';

const texts = defineTexts({
  en: {
    check: 'Check',
    checking: 'Checking …',
    sound: 'The check found nothing.',
    faults: (errors: number, warnings: number) => `${errors} errors, ${warnings} warnings`,
    check_failed: 'The check could not be made.',
  },
  de: {
    check: 'Prüfen',
    checking: 'Wird geprüft …',
    sound: 'Die Prüfung fand nichts.',
    faults: (errors: number, warnings: number) => `${errors} Fehler, ${warnings} Warnungen`,
    check_failed: 'Die Prüfung war nicht möglich.',
  },
});

export interface CheckLineProps {
  readonly check: DraftCheck;
  /** Said while the draft is not complete enough to be checked. */
  readonly incomplete: string;
  readonly findings: readonly Finding[];
  /** Goes to where a finding can be put right. */
  open?(finding: Finding): void;
}

/** Result of the dry run in one line, with all findings below it. */
export function CheckLine({ check, incomplete, findings, open }: CheckLineProps) {
  const t = useTexts(texts);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const said = { incomplete, checking: t.checking, failed: t.check_failed, done: t.sound }[check.state];
  return (
    <>
      <Row>
        <Button onPress={check.now} isDisabled={check.state === 'incomplete'}>
          {t.check}
        </Button>
        <span role="status" className="muted">
          {findings.length > 0 ? t.faults(errors, findings.length - errors) : said}
        </span>
      </Row>
      <FindingList findings={findings} {...(open === undefined ? {} : { open })} />
    </>
  );
}

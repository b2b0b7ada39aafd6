import { Page, Tabs, useTexts } from '@patchbay/console-kit';
import { AuditChain } from './audit-chain.tsx';
import { AuditList } from './audit-list.tsx';
import { JsonLinesButton } from './json-lines-button.tsx';
import { texts } from './texts.ts';

/** Lists records of the audit, and tells whether their chain is whole. */
export default function AuditPage() {
  const t = useTexts(texts);
  return (
    <Page title={t.audit} summary={t.summary} actions={<JsonLinesButton />}>
      <Tabs
        label={t.audit}
        tabs={[
          { id: 'records', title: t.records, content: () => <AuditList /> },
          { id: 'chain', title: t.chain, content: () => <AuditChain /> },
        ]}
      />
    </Page>
  );
}

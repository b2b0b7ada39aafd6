import { Page, type TabSpecification, Tabs, useSession, useTexts } from '@patchbay/console-kit';
import { FirewallAlerts } from './firewall-alerts.tsx';
import { FirewallRules } from './firewall-rules.tsx';
import { HygieneReport } from './hygiene-report.tsx';
import { NatRules } from './nat-rules.tsx';
import { texts } from './texts.ts';

export default function FirewallPage() {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const tabs: readonly (TabSpecification & { readonly path: string })[] = [
    { id: 'rules', title: t.rules, path: '/firewall/rules', content: () => <FirewallRules /> },
    { id: 'nat', title: t.nat, path: '/firewall/nat', content: () => <NatRules /> },
    { id: 'hygiene', title: t.hygiene, path: '/firewall/hygiene', content: () => <HygieneReport /> },
    { id: 'alerts', title: t.alerts, path: '/firewall/alerts', content: () => <FirewallAlerts /> },
  ];
  return (
    <Page title={t.firewall} summary={t.summary}>
      <Tabs label={t.firewall} tabs={tabs.filter(({ path }) => mayCall('GET', path))} />
    </Page>
  );
}

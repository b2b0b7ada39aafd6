import {
  Badge,
  ExternalLink,
  Facts,
  PageLink,
  Panel,
  Row,
  SiteLink,
  Time,
  useRead,
  useSession,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { useVendorTitles } from './controller-columns.tsx';
import { type Controller, fingerprintText, isPlain, trustOf } from './controller-values.ts';
import { texts } from './texts.ts';

export function ControllerOverview({ controller }: { readonly controller: Controller }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const vendorTitle = useVendorTitles();
  return (
    <Panel>
      <Facts
        facts={[
          [w.site, <SiteLink key="site" site_id={controller.site_id} />],
          [t.vendor, vendorTitle(controller.vendor)],
          [t.address, <ExternalLink key="url" href={controller.url} />],
          [t.model, controller.model],
          [t.version, controller.version],
          [t.serial, controller.serial],
          [t.credential, <CredentialName key="credential" credential_id={controller.credential_id} />],
          [t.trust, <Trust key="trust" controller={controller} />],
          [
            t.capabilities,
            controller.capabilities.length === 0 ? null : (
              <Row key="capabilities">
                {controller.capabilities.map((capability) => (
                  <Badge key={capability}>{capability}</Badge>
                ))}
              </Row>
            ),
          ],
          [t.last_sync, <Time key="sync" at={controller.last_sync_at} form="full" />],
          [w.created, <Time key="created" at={controller.created_at} form="full" />],
          [w.updated, <Time key="updated" at={controller.updated_at} form="full" />],
        ]}
      />
    </Panel>
  );
}

function CredentialName({ credential_id }: { readonly credential_id: string | null }) {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const read = useRead(
    '/credentials/{credential_id}',
    { path: { credential_id: credential_id ?? '' } },
    { enabled: credential_id !== null && mayCall('GET', '/credentials/{credential_id}') },
  );
  if (credential_id === null) return <span className="muted">{t.no_credential}</span>;
  if (read.data === undefined) return <code>{credential_id}</code>;
  return <PageLink to={`/credentials/${credential_id}`}>{read.data.name}</PageLink>;
}

function Trust({ controller }: { readonly controller: Controller }) {
  const t = useTexts(texts);
  if (isPlain(controller)) return <Badge kind="warning">HTTP</Badge>;
  const trust = trustOf(controller.tls);
  if (trust === 'pin')
    return (
      <>
        {t.pinned} <code>{fingerprintText(controller.tls.fingerprint ?? '')}</code>
      </>
    );
  if (trust === 'first') return t.waits_for_pin;
  return trust === 'verify' ? t.verified : <Badge kind="warning">{t.unverified}</Badge>;
}

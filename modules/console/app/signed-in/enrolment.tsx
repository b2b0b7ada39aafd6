import {
  Button,
  Loading,
  Notice,
  Page,
  Panel,
  Row,
  useParts,
  useSession,
  useTexts,
} from '@patchbay/console-kit';
import { texts } from './texts.ts';

/** All that is shown to people whose organization demands a second factor, until they have one. */
export function Enrolment() {
  const t = useTexts(texts);
  const { me, isReady, signOut } = useSession();
  const methods = useParts('enrolment.method');
  return (
    <main className="entrance" data-size="wide">
      <Page title={t.enrolment} summary={t.enrolment_hint(me.organization.name)}>
        {isReady && methods.length === 0 ? <Notice kind="bad">{t.no_method}</Notice> : null}
        {isReady ? null : <Loading />}
        {methods.map(({ id, title, Component }) => (
          <Panel key={id} title={title}>
            <Component />
          </Panel>
        ))}
        <Row>
          <Button variant="quiet" onPress={() => void signOut()}>
            {t.sign_out}
          </Button>
        </Row>
      </Page>
    </main>
  );
}

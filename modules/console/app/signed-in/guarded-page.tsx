import {
  Button,
  type ConsolePage,
  DeclaredTitle,
  EmptyState,
  LinkButton,
  Loading,
  Notice,
  Page,
  useLanguage,
  useSession,
  useTexts,
} from '@patchbay/console-kit';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { texts } from '../shell/texts.ts';

/** A page for those who may see it. */
export function guarded(page: ConsolePage, module_id: string) {
  const Component = lazy(page.load);
  return function GuardedPage() {
    const session = useSession();
    const language = useLanguage();
    if (!session.isReady) return <Loading />;
    if (!session.sees(page, module_id)) return <NotForYou />;
    return (
      <DeclaredTitle value={page.title[language]}>
        <Suspense fallback={<Loading />}>
          <Component />
        </Suspense>
      </DeclaredTitle>
    );
  };
}

function NotForYou() {
  const t = useTexts(texts);
  return (
    <Page title={t.not_yours}>
      <EmptyState title={t.not_yours} action={<LinkButton to="/">{t.home}</LinkButton>}>
        {t.not_yours_hint}
      </EmptyState>
    </Page>
  );
}

export function MissingPage() {
  const t = useTexts(texts);
  return (
    <Page title={t.missing}>
      <EmptyState title={t.missing} action={<LinkButton to="/">{t.home}</LinkButton>}>
        {t.missing_hint}
      </EmptyState>
    </Page>
  );
}

/** A chunk that is gone means that the platform serves a newer console. */
const isRenewed = (error: Error): boolean =>
  /dynamically imported module|Importing a module/.test(error.message);

export function BrokenPage({ error: thrown }: ErrorComponentProps) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const t = useTexts(texts);
  return (
    <Page title={t.broken}>
      <Notice kind="bad" isUrgent>
        <p>{isRenewed(error) ? t.renewed : t.broken_hint}</p>
        {isRenewed(error) ? null : <pre>{error.message}</pre>}
        <div>
          <Button onPress={() => location.reload()}>{t.reload}</Button>
        </div>
      </Notice>
    </Page>
  );
}

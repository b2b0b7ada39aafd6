import {
  Form,
  type FormField,
  Grid,
  NamedReference,
  Panel,
  ReferenceField,
  type ReplyOf,
  SuggestionField,
  useChangeSearch,
  useSearchTexts,
  useSession,
  useTexts,
  useWrite,
} from '@patchbay/console-kit';
import { useEffect, useRef, useState } from 'react';
import { AnswerPath } from './answer-path.tsx';
import { bodyOf, isWhole, type Question, questionOf, searchOf } from './question.ts';
import { texts } from './texts.ts';
import { usePermissionSuggestions, useRouteSuggestions } from './use-suggestions.ts';

type Answer = ReplyOf<'POST', '/security/explain-access'>;

/** Asks whether a user or key may use a permission or a route, and draws the reasons in their order. */
export function ExplainAccess() {
  const t = useTexts(texts);
  const search = useSearchTexts();
  const change = useChangeSearch();
  const [first] = useState(() => questionOf(search));
  const [answer, setAnswer] = useState<Answer | null>(null);
  const ask = useWrite('POST', '/security/explain-access', { refreshes: [] });
  const hasAsked = useRef(false);
  useEffect(() => {
    if (hasAsked.current || !isWhole(first)) return;
    hasAsked.current = true;
    void ask.run({ body: bodyOf(first) }).then((reply) => setAnswer(reply ?? null));
  }, [ask, first]);
  return (
    <Grid size="half">
      <Panel title={t.question}>
        <p className="muted">{t.question_hint}</p>
        <Form<Question>
          fields={useFields()}
          initial={first}
          action={t.ask}
          submit={async (question) => {
            setAnswer(null);
            hasAsked.current = true;
            setAnswer(await ask.send({ body: bodyOf(question) }));
            change(searchOf(question));
          }}
        />
      </Panel>
      <Panel title={t.answer}>
        <div aria-live="polite">
          {answer === null ? <p className="muted">{t.no_answer}</p> : <AnswerPath answer={answer} />}
        </div>
      </Panel>
    </Grid>
  );
}

function useFields(): readonly FormField<Question>[] {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const permissions = usePermissionSuggestions();
  const hasKeys = mayCall('GET', '/security/keys');
  return [
    {
      kind: 'radio',
      key: 'subject',
      label: t.who,
      isShown: () => hasKeys,
      choices: [
        { value: 'user', label: t.a_user },
        { value: 'key', label: t.a_key },
      ],
    },
    {
      kind: 'custom',
      key: 'user_id',
      label: t.user,
      isRequired: true,
      isShown: ({ subject }) => subject === 'user',
      control: ({ values, set, error }) => (
        <NamedReference kind="user" label={t.user} error={error} value={values.user_id} onChange={set} />
      ),
    },
    {
      kind: 'custom',
      key: 'key_id',
      label: t.key,
      isRequired: true,
      isShown: ({ subject }) => subject === 'key',
      control: ({ values, set, error }) => (
        <ReferenceField
          label={t.key}
          error={error}
          path="/security/keys"
          nameOf={({ name, username }) => `${name} (${username ?? '–'})`}
          initialName={values.key_id ?? ''}
          value={values.key_id}
          onChange={(id) => set(id)}
        />
      ),
    },
    {
      kind: 'radio',
      key: 'demand',
      label: t.what,
      choices: [
        { value: 'permission', label: t.a_permission },
        { value: 'route', label: t.a_route },
      ],
    },
    {
      kind: 'custom',
      key: 'permission',
      label: t.permission,
      isRequired: true,
      isShown: ({ demand }) => demand === 'permission',
      control: ({ values, set, error }) => (
        <SuggestionField
          label={t.permission}
          hint={t.permission_hint}
          error={error}
          suggestions={permissions}
          value={values.permission}
          onChange={set}
        />
      ),
    },
    {
      kind: 'custom',
      key: 'route_id',
      label: t.route,
      isRequired: true,
      isShown: ({ demand }) => demand === 'route',
      control: ({ values, set, error }) => (
        <RouteField value={values.route_id} onChange={set} error={error} />
      ),
    },
    { kind: 'text', key: 'resource_id', label: t.resource, hint: t.resource_hint },
  ];
}

interface RouteFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  onChange(value: string): void;
}

function RouteField(props: RouteFieldProps) {
  const t = useTexts(texts);
  return (
    <SuggestionField {...props} label={t.route} hint={t.route_hint} suggestions={useRouteSuggestions()} />
  );
}

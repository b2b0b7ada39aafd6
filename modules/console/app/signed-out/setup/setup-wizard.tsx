import { ApiError, call, Facts, Notice, useTexts } from '@patchbay/console-kit';
import { useState } from 'react';
import { Field } from '../controls/field.tsx';
import { PlainButton, PlainLink } from '../controls/plain-button.tsx';
import { SentForm } from '../controls/sent-form.tsx';
import { Entrance } from '../entrance.tsx';
import { HOME } from '../public-paths.ts';
import { texts as shared } from '../texts.ts';
import { type Draft, EMPTY, fieldsOf, STEPS, type Step, setupBody, stepOfFaults } from './draft.ts';
import { AdministratorFields, OrganizationFields } from './draft-fields.tsx';
import { enter } from './enter.ts';
import { texts } from './texts.ts';

/** First run: the organization, its administrator, and the token that shows who started the platform. */
export function SetupWizard({ signedIn }: { signedIn(): void }) {
  const t = useTexts(texts);
  const s = useTexts(shared);
  const [draft, setDraft] = useState(EMPTY);
  const [step, setStep] = useState<Step>('organization');
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const place = STEPS.indexOf(step);
  const change = (part: Partial<Draft>) => setDraft((former) => ({ ...former, ...part }));
  const finish = async () => {
    try {
      await call('POST', '/setup/initialize', { body: setupBody(draft) });
    } catch (error) {
      if (!(error instanceof ApiError) || error.details.length === 0) throw error;
      setRefusal(error);
      setStep(stepOfFaults(error.details.map(({ field }) => field)));
      return;
    }
    await enter(draft, signedIn);
  };
  const go = async () => {
    if (step === 'check') return finish();
    if (step === 'administrator' && draft.password !== draft.repeated) return;
    setRefusal(null);
    setStep(STEPS[place + 1] ?? 'check');
  };
  const before = STEPS[place - 1];
  const titles = { organization: t.organization, administrator: t.administrator, check: t.check };
  return (
    <Entrance title={t.title} summary={`${t.step(place + 1, STEPS.length)}: ${titles[step]}`}>
      {refusal === null ? null : (
        <Notice kind="bad" isUrgent>
          {s.invalid}
        </Notice>
      )}
      <SentForm
        key={step}
        action={step === 'check' ? t.finish : s.go_on}
        send={go}
        fields={fieldsOf(step)}
        meanings={{ forbidden: t.token_wrong }}
        more={
          before === undefined ? null : (
            <PlainButton variant="quiet" onPress={() => setStep(before)}>
              {s.back}
            </PlainButton>
          )
        }
      >
        {(faultOf) => (
          <StepFields
            step={step}
            draft={draft}
            change={change}
            faultOf={(field) =>
              faultOf(field) ?? refusal?.details.find((detail) => detail.field === field)?.message
            }
          />
        )}
      </SentForm>
    </Entrance>
  );
}

interface StepFieldsProps {
  readonly step: Step;
  readonly draft: Draft;
  change(part: Partial<Draft>): void;
  faultOf(field: string): string | undefined;
}

function StepFields({ step, ...props }: StepFieldsProps) {
  const t = useTexts(texts);
  const { draft, change, faultOf } = props;
  if (step === 'organization') return <OrganizationFields {...props} hasSlug />;
  if (step === 'administrator')
    return (
      <>
        <p className="muted">{t.administrator_hint}</p>
        <AdministratorFields {...props} isFirst />
      </>
    );
  return (
    <>
      <Facts
        facts={[
          [t.organization_name, draft.organization_name],
          [t.email, draft.email],
          [t.username, draft.username],
        ]}
      />
      <Field
        label={t.token}
        hint={t.token_hint}
        autoComplete="off"
        isRequired={false}
        isFirst
        value={draft.setup_token}
        onChange={(setup_token) => change({ setup_token })}
        error={faultOf('setup_token')}
      />
    </>
  );
}

/** For those who open the wizard's address afterwards. */
export function SetUpBefore() {
  const t = useTexts(texts);
  const s = useTexts(shared);
  return (
    <Entrance title={t.done_before} summary={t.done_before_hint}>
      <div>
        <PlainLink to={HOME}>{s.to_sign_in}</PlainLink>
      </div>
    </Entrance>
  );
}

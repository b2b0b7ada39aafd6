import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import { useTexts } from '../text/texts.ts';
import { words } from '../text/words.ts';

/** Copies a text and says so. */
export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }) {
  const t = useTexts(words);
  const [isCopied, setCopied] = useState(false);
  return (
    <Button
      variant="quiet"
      onPress={() => {
        void navigator.clipboard.writeText(text).then(() => setCopied(true));
        window.setTimeout(() => setCopied(false), 2_000);
      }}
    >
      {isCopied ? t.copied : (label ?? t.copy)}
    </Button>
  );
}

export interface CodeProps {
  readonly text: string;
  readonly label: string;
  readonly isCopied?: boolean;
}

/** Text of a machine, scrolled when it is long. */
export function Code({ text, label, isCopied = true }: CodeProps) {
  return (
    <div className="stack" data-gap="small">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <section className="code" tabIndex={0} aria-label={label}>
        <pre>{text}</pre>
      </section>
      {isCopied ? (
        <div>
          <CopyButton text={text} />
        </div>
      ) : null}
    </div>
  );
}

/** Any value as indented JSON. */
export const Json = ({ value, label }: { readonly value: unknown; readonly label: string }) => (
  <Code text={JSON.stringify(value, null, 2) ?? ''} label={label} />
);

/** An identifier, whole in its title. */
export const Identifier = ({ id }: { readonly id: string }) => (
  <code title={id}>{id.length > 13 ? `${id.slice(0, 8)}…` : id}</code>
);

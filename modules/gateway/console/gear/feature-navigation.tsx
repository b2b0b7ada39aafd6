import { Badge, PageLink, SearchField, useTexts } from '@patchbay/console-kit';
import { useState } from 'react';
import styles from './gear.module.css';
import { areasOf, type Feature, shortTitle } from './place.ts';
import { texts } from './texts.ts';

export interface FeatureNavigationProps {
  readonly controller_id: string;
  readonly features: readonly Feature[];
}

/** Features by area; what is catastrophic is marked. */
export function FeatureNavigation({ controller_id, features }: FeatureNavigationProps) {
  const t = useTexts(texts);
  const [typed, type] = useState('');
  const areas = areasOf(features, typed);
  return (
    <nav className={styles['areas']} aria-label={t.features}>
      <SearchField label={t.find} value={typed} onChange={type} />
      {areas.length === 0 ? <p className="muted">{t.nothing_found}</p> : null}
      {areas.map(({ area, features: found }) => (
        <section key={area} aria-label={area}>
          <h2 className="muted">{area}</h2>
          <ul>
            {found.map((feature) => (
              <li key={feature.key}>
                <PageLink to={`/controllers/${controller_id}`} search={{ tab: 'gear', feature: feature.key }}>
                  {shortTitle(feature)}{' '}
                  {feature.risk === 'catastrophic' ? <Badge kind="bad">{t.catastrophic}</Badge> : null}
                </PageLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

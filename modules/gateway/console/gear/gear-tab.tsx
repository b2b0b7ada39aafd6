import {
  type ContributionProps,
  EmptyState,
  ErrorNotice,
  Loading,
  useRead,
  useSearchText,
  useTexts,
  WaitingFor,
} from '@patchbay/console-kit';
import { FeatureNavigation } from './feature-navigation.tsx';
import { FeaturePanel } from './feature-panel.tsx';
import styles from './gear.module.css';
import { placeOf } from './place.ts';
import { texts } from './texts.ts';
import { useFeatures, useVendor } from './use-features.ts';

/** Areas and features of a controller; their objects as the device has them now, and forms that stage changes. */
export default function GearTab({ controller_id }: ContributionProps['controller.tab']) {
  const read = useRead('/controllers/{controller_id}', { path: { controller_id } });
  return <WaitingFor read={read}>{(controller) => <Gear controller={controller} />}</WaitingFor>;
}

interface GearProps {
  readonly controller: { readonly id: string; readonly site_id: string; readonly vendor: string };
}

function Gear({ controller }: GearProps) {
  const t = useTexts(texts);
  const vendor = useVendor(controller.vendor);
  const { features, read } = useFeatures(controller.vendor);
  const [key] = useSearchText('feature');
  if (features === undefined || vendor === undefined)
    return read.error === null ? <Loading /> : <ErrorNotice error={read.error} />;
  if (features.length === 0) return <EmptyState title={t.none}>{t.none_hint}</EmptyState>;
  // Readings name features without the vendor's prefix.
  const feature =
    features.find((each) => each.key === key) ??
    features.find((each) => key !== '' && each.key.endsWith(`.${key}`));
  const place = feature === undefined ? null : placeOf(controller, vendor, feature);
  return (
    <div className={styles['gear']} data-chosen={feature === undefined ? undefined : ''}>
      <FeatureNavigation controller_id={controller.id} features={features} />
      {feature === undefined || place === null ? (
        <EmptyState title={t.choose}>{t.choose_hint}</EmptyState>
      ) : (
        <FeaturePanel key={feature.key} feature={feature} place={place} />
      )}
    </div>
  );
}

import {
  Badge,
  ControllerLink,
  Facts,
  Grid,
  Panel,
  Row,
  SiteLink,
  Time,
  useTexts,
  valueText,
  words,
} from '@patchbay/console-kit';
import type { Device } from './device-form.tsx';
import { texts } from './texts.ts';

export function DeviceOverview({ device }: { readonly device: Device }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const custom = Object.entries(device.custom_fields);
  return (
    <Grid>
      <Panel>
        <Facts
          facts={[
            [t.kind, device.kind],
            [w.site, <SiteLink key="site" site_id={device.site_id} />],
            [w.controller, <ControllerLink key="controller" controller_id={device.controller_id} />],
            [t.address, device.ip === null ? null : <code key="ip">{device.ip}</code>],
            [t.mac, device.mac === null ? null : <code key="mac">{device.mac}</code>],
            [t.model, device.model],
            [t.firmware, device.firmware],
            [t.serial, device.serial],
            [t.last_seen, <Time key="seen" at={device.last_seen_at} form="full" />],
            [w.created, <Time key="created" at={device.created_at} form="full" />],
            [w.updated, <Time key="updated" at={device.updated_at} form="full" />],
          ]}
        />
      </Panel>
      <Panel>
        <Facts
          facts={[
            [
              t.tags,
              device.tags.length === 0 ? null : (
                <Row key="tags">
                  {device.tags.map((tag) => (
                    <Badge key={tag}>{tag}</Badge>
                  ))}
                </Row>
              ),
            ],
            [t.location, device.location],
            [
              t.notes,
              device.notes === null ? null : <p style={{ whiteSpace: 'pre-wrap' }}>{device.notes}</p>,
            ],
            ...custom.map(([name, value]) => [name, valueText(value)] as const),
          ]}
        />
      </Panel>
    </Grid>
  );
}

import { imagePath, imageVersion } from '../firmware.ts';
import { ubusStatus } from '../uci/uci-state.ts';
import { type CallContext, done, failed, type Method, text } from './call.ts';

/** What the device does to itself; the controller knows how long it is away. */
export interface Power {
  readonly restart: () => void;
}

const hostnameOf = ({ device }: CallContext): string => {
  const [system] = device.uci.running('system').filter(({ type }) => type === 'system');
  return text(system?.options['hostname']) || 'OpenWrt';
};

export const systemMethods = (power: Power): Readonly<Record<string, Method>> => ({
  board: (context) =>
    done({
      kernel: '6.6.73',
      hostname: hostnameOf(context),
      system: 'ARMv8 Processor rev 4',
      model: 'Lab AX3000 access point',
      board_name: 'lab,ax3000',
      rootfs_type: 'squashfs',
      release: {
        distribution: 'OpenWrt',
        version: context.device.firmware.version,
        revision: 'r28427-6df0e3d02a',
        target: 'mediatek/filogic',
        description: `OpenWrt ${context.device.firmware.version} r28427-6df0e3d02a`,
      },
    }),
  info: ({ device }) =>
    done({
      localtime: Math.floor(device.clock.now() / 1_000),
      uptime: device.uptimeSeconds(),
      load: [3_264, 2_048, 1_024],
      memory: {
        total: 515_461_120,
        free: 371_200_000,
        shared: 421_888,
        buffered: 65_536,
        available: 380_000_000,
      },
    }),
  reboot: () => ({ status: 0, afterwards: power.restart }),
  validate_firmware_image: ({ device }, { path }) => {
    const valid = imageVersion(device.files.get(text(path))) !== null;
    return done({
      tests: { fwtool_signature: valid, fwtool_device_match: valid },
      valid,
      forceable: valid,
      allow_backup: valid,
    });
  },
});

export const rpcSysMethods = (power: Power): Readonly<Record<string, Method>> => ({
  packagelist: () =>
    done({
      packages: {
        'base-files': '1668',
        dnsmasq: '2.90-r4',
        firewall4: '2024.12.18',
        hostapd: '2025.01',
        rpcd: '2025.01',
      },
    }),
  password_set: ({ device }, { user, password }) =>
    device.setPassword(text(user), text(password)) ? done() : failed(9),
  upgrade_test: ({ device }) => {
    const valid = imageVersion(device.files.get(imagePath)) !== null;
    return valid ? done({ code: 0 }) : done({ code: 1, stderr: 'Image check failed.\n' });
  },
  upgrade_start: ({ device }, { keep }) => {
    const next = imageVersion(device.files.get(imagePath));
    if (next === null) return failed(ubusStatus.not_found);
    return {
      status: 0,
      afterwards: () => {
        if (keep !== true) device.factoryReset();
        device.firmware = { ...device.firmware, next };
        power.restart();
      },
    };
  },
  upgrade_clean: ({ device }) => {
    device.files.delete(imagePath);
    return done();
  },
  factory: ({ device }) => ({
    status: 0,
    afterwards: () => {
      device.factoryReset();
      power.restart();
    },
  }),
  reboot: () => ({ status: 0, afterwards: power.restart }),
});

export const rcMethods: Readonly<Record<string, Method>> = {
  list: ({ device }, { name }) => done(device.services.list(typeof name === 'string' ? name : undefined)),
  init: ({ device }, { name, action }) => {
    if (typeof name !== 'string' || typeof action !== 'string') return failed(ubusStatus.invalid_argument);
    if (!device.services.has(name)) return failed(ubusStatus.not_found);
    return device.services.act(name, action) ? done() : failed(ubusStatus.invalid_argument);
  },
};

export const luciMethods: Readonly<Record<string, Method>> = {
  getVersion: () => done({ revision: 'git-25.020', branch: 'openwrt-24.10' }),
  getFeatures: () => done({ firewall: true, firewall4: true, wifi: true, odhcpd: true, opkg: true }),
  setPassword: ({ device }, { username, password }) =>
    done({ result: device.setPassword(text(username), text(password)) }),
  getProcessList: () => done({ result: [{ PID: '1', PPID: '0', USER: 'root', COMMAND: '/sbin/procd' }] }),
  getConntrackList: () => done({ result: [] }),
};

export {
  ENVIRONMENT,
  KERNEL_CONFIG,
  type KernelConfig,
  KernelConfigSchema,
  readKernelConfig,
} from './kernel-config.ts';
export { ConfigError, type Environment, readConfig } from './read.ts';

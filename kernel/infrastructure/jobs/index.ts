export { type AnyJob, defineCronJob, defineJob, type JobDeclaration, type JobRun } from './define-job.ts';
export { type BoundJob, JobWorker, type JobWorkerOptions } from './job-worker.ts';
export { type EnqueueOptions, JOBS, type Jobs } from './jobs.ts';
export { jobsMigrations } from './migrations.ts';
export { TransactionalJobs } from './transactional-jobs.ts';

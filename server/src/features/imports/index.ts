export { forgetImports } from './forget-imports.job.ts'
export { importRunner, runImportJob } from './run-import.job.ts'

export { forgetReports } from './forget-reports.job.ts'
export { makeReportJob, reportMaker } from './make-report.job.ts'
export { planReports } from './plan-reports.job.ts'
export { recallReport, reportComposers } from './report-mail.command.ts'

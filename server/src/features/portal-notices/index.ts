export { noticeChannel, portalNoticeQueries } from './portal-notices.queries.ts'

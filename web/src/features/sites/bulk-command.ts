const lines = [
  '{"mac":"A4:CF:12:7B:03:9E","readings":{"temperature":21.4,"CO":0.4}}',
  '{"mac":"A4:CF:12:7B:03:9F","readings":{"temperature":20.9,"CO":0.3}}',
]

/** A command that reports samples of several devices, one per line. */
export function bulkCommand(token: string, origin: string): string {
  return [
    `printf '%s\\n' '${lines.join("' '")}' |`,
    `curl ${origin}/api/ingest/bulk`,
    `-H 'authorization: Bearer ${token}'`,
    `-H 'content-type: application/x-ndjson'`,
    '--data-binary @-',
  ].join(' \\\n  ')
}

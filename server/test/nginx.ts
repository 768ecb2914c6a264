import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeCertificate } from './certificate.ts'

const deployed = ['upstream.conf', 'nginx.conf'].map((name) =>
  fileURLToPath(new URL(`../../deploy/proxy/${name}`, import.meta.url)),
)

export const hasNginx = spawnSync('nginx', ['-v']).error === undefined

interface Place {
  /** The folder for all files that nginx writes. */
  folder: string
  /** `host:port` of each process with the role api. */
  processes: readonly string[]
  http?: string
  https?: string
  /** Lines for all servers. */
  more?: string
}

/** Writes the files of `deploy/proxy` as a complete configuration for this machine, with a certificate for localhost. */
export async function writeNginxConfig({
  folder,
  processes,
  http = '80',
  https = '443',
  more = '',
}: Place): Promise<{ file: string; certificateFile: string }> {
  const { certificateFile, keyFile } = makeCertificate(folder, 'localhost')
  const file = join(folder, 'nginx.conf')
  const texts = await Promise.all(deployed.map((path) => readFile(path, 'utf8')))
  const servers = texts
    .join('\n')
    .replace(/ +server api:8080(.*);/, (_, options: string) =>
      processes.map((address) => `    server ${address}${options};`).join('\n'),
    )
    .replace('listen 80;', `listen ${http};`)
    .replace('listen 443 ', `listen ${https} `)
    .replace('/etc/nginx/tls/fullchain.pem', certificateFile)
    .replace('/etc/nginx/tls/privkey.pem', keyFile)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ')
  // Only root may choose the account of the workers, which may then read the folder.
  const account = process.getuid?.() === 0 ? 'user root;' : ''
  await writeFile(
    file,
    `${account} pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 2; daemon off;
events {} http { access_log off; ${temporary} ${more}
${servers} }`,
  )
  return { file, certificateFile }
}

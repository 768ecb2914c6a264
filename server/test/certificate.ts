import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

let made = 0

/** Creates a self-signed certificate, valid for 90 days unless said otherwise, and its key. Returns the paths of the two files. */
export function makeCertificate(
  folder: string,
  name: string,
  days = 90,
): { certificateFile: string; keyFile: string } {
  made += 1
  const certificateFile = join(folder, `${made}.pem`)
  const keyFile = join(folder, `${made}.key`)
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const output = ['-keyout', keyFile, '-out', certificateFile]
  const subject = [
    '-days',
    String(days),
    '-subj',
    `/CN=${name}`,
    '-addext',
    `subjectAltName=DNS:${name},IP:127.0.0.1`,
  ]
  execFileSync('openssl', [...request, ...output, ...subject], { stdio: 'ignore' })
  return { certificateFile, keyFile }
}

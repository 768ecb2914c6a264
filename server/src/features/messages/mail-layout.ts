import type { DrawnPicture, MailBody, MailContent } from './mail.ts'

/** The product's colors, limited to what mail programs support. */
const colors = {
  page: '#eef1f5',
  card: '#ffffff',
  ink: '#16202c',
  dim: '#5a6675',
  accent: '#0b62d6',
  line: '#d9dfe7',
  critical: '#ac2026',
  serious: '#964401',
  caution: '#775601',
  info: '#0b62d6',
  over: '#5a6675',
}
const font = "'Inter','Segoe UI',Helvetica,Arial,sans-serif"

type Picture = DrawnPicture & { cid: string }

/** Lays out a mail as plain text and as HTML without external resources. */
export function layOutMail(content: MailContent, portal: string, picture?: Picture): MailBody {
  return {
    text: asText(content, portal, picture),
    html: asHtml(content, portal, picture),
    ...(picture && { picture: { cid: picture.cid, base64: picture.png.toString('base64') } }),
  }
}

function asText(content: MailContent, portal: string, picture: Picture | undefined): string {
  const {
    heading,
    place,
    tag,
    greeting,
    paragraphs,
    rows = [],
    moreRows,
    action,
    also,
    shown,
    notes = [],
  } = content
  const top = [tag?.text.toUpperCase(), heading, place].filter((line) => line !== undefined)
  const parts = [
    ...(top.length > 0 ? [top.join('\n')] : []),
    ...(greeting === undefined ? [] : [greeting]),
    ...paragraphs,
    ...(picture ? [picture.words] : []),
    ...(rows.length > 0 ? [rows.map(({ title, text }) => `${title}\n  ${text}`).join('\n')] : []),
    ...(moreRows === undefined ? [] : [moreRows]),
    ...(shown ? [`${shown.label}: ${shown.text}`] : []),
    ...(action ? [`${action.label}: ${action.url}`] : []),
    ...(also ? [`${also.label}: ${also.url}`] : []),
    ...notes,
    `EoT LIVE · ${portal}`,
  ]
  return `${parts.join('\n\n')}\n`
}

function asHtml(content: MailContent, portal: string, picture: Picture | undefined): string {
  const {
    subject,
    heading = subject,
    place,
    tag,
    greeting,
    paragraphs,
    moreRows,
    action,
    also,
    shown,
  } = content
  const { rows = [], notes = [] } = content
  const small = (text: string) =>
    `<p style="margin:0 0 10px;font-size:13px;line-height:20px;color:${colors.dim}">${escapeHtml(text)}</p>`
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;font-size:15px;line-height:24px">${escapeHtml(text)}</p>`
  const state = tag
    ? `<p style="margin:0 0 6px;font-size:13px;line-height:18px;font-weight:600;color:${colors[tag.tone]}">${escapeHtml(tag.text)}</p>`
    : ''
  // The alt text is styled too, since many mail programs show no pictures before they are asked to.
  const chart = picture
    ? `<img src="cid:${escapeHtml(picture.cid)}" width="${picture.width}" height="${picture.height}" alt="${escapeHtml(picture.alt)}" style="display:block;width:100%;max-width:${picture.width}px;height:auto;margin:0 0 20px;border:0;border-radius:8px;background:${colors.card};color:${colors.dim};font-size:13px;line-height:20px">`
    : ''
  const list =
    rows.length > 0
      ? `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">${rows.map(row).join('')}</table>`
      : ''
  const secret = shown
    ? `${small(shown.label)}<p style="margin:0 0 20px;padding:12px 16px;border:1px solid ${colors.line};border-radius:8px;font:600 17px/24px 'Consolas',monospace;letter-spacing:.5px">${escapeHtml(shown.text)}</p>`
    : ''
  const button = action
    ? `<p style="margin:8px 0 24px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${colors.accent};color:#ffffff;font-weight:600;font-size:15px;text-decoration:none">${escapeHtml(action.label)}</a></p>${small('If the button doesn’t work, copy this link into your browser:')}<p style="margin:0 0 16px;font-size:13px;line-height:20px;word-break:break-all"><a href="${escapeHtml(action.url)}" style="color:${colors.accent}">${escapeHtml(action.url)}</a></p>`
    : ''
  const second = also
    ? `<p style="margin:0 0 16px;font-size:15px;line-height:24px"><a href="${escapeHtml(also.url)}" style="color:${colors.accent}">${escapeHtml(also.label)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:${colors.page};color:${colors.ink};font-family:${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${colors.page}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 0 16px;font-size:18px;font-weight:700;letter-spacing:.5px">EoT <span style="color:${colors.accent}">LIVE</span>${place === undefined ? '' : `<span style="float:right;font-size:13px;font-weight:400;letter-spacing:0;color:${colors.dim}">${escapeHtml(place)}</span>`}</td></tr>
<tr><td style="background:${colors.card};border:1px solid ${colors.line};border-radius:12px;padding:32px">
${state}<h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${escapeHtml(heading)}</h1>
${greeting === undefined ? '' : paragraph(greeting)}${paragraphs.map(paragraph).join('')}${chart}${list}${moreRows === undefined ? '' : paragraph(moreRows)}${secret}${button}${second}${notes.map(small).join('')}
</td></tr>
<tr><td style="padding:16px 0 0">${small(`Sent by the portal at ${portal}`)}</td></tr>
</table></td></tr></table></body></html>
`
}

const row = ({ title, text }: { title: string; text: string }) =>
  `<tr><td style="padding:10px 0;border-top:1px solid ${colors.line};font-size:15px;line-height:22px"><strong>${escapeHtml(title)}</strong><br><span style="font-size:13px;line-height:20px;color:${colors.dim}">${escapeHtml(text)}</span></td></tr>`

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

import { textsIn } from '../../texts/texts.ts'
import type { DrawnPicture, MailBody, MailContent } from './mail.ts'
import { colored, darkStyles, mailColors } from './mail-colors.ts'

const font = "'Inter','Segoe UI',Helvetica,Arial,sans-serif"

type Picture = DrawnPicture & { cid: string; darkCid: string }

/** Lays out a mail as plain text and as HTML without external resources. */
export function layOutMail(content: MailContent, portal: string, picture?: Picture): MailBody {
  return {
    text: asText(content, portal, picture),
    html: asHtml(content, portal, picture),
    ...(picture && { picture: { cid: picture.cid, base64: picture.png.toString('base64') } }),
    ...(picture?.darkPng && {
      darkPicture: { cid: picture.darkCid, base64: picture.darkPng.toString('base64') },
    }),
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
  const say = textsIn(content.language).mails.layout
  const small = (text: string) =>
    `<p ${colored(['dim'], 'margin:0 0 10px;font-size:13px;line-height:20px')}>${escapeHtml(text)}</p>`
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;font-size:15px;line-height:24px">${escapeHtml(text)}</p>`
  const state = tag
    ? `<p ${colored([tag.tone], 'margin:0 0 6px;font-size:13px;line-height:18px;font-weight:600')}>${escapeHtml(tag.text)}</p>`
    : ''
  const chart = picture ? pictures(picture) : ''
  const list =
    rows.length > 0
      ? `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">${rows.map(row).join('')}</table>`
      : ''
  const secret = shown
    ? `${small(shown.label)}<p ${colored(['line'], "margin:0 0 20px;padding:12px 16px;border:1px solid;border-radius:8px;font:600 17px/24px 'Consolas',monospace;letter-spacing:.5px")}>${escapeHtml(shown.text)}</p>`
    : ''
  const button = action
    ? `<p style="margin:8px 0 24px"><a href="${escapeHtml(action.url)}" ${colored(['button', 'onButton'], 'display:inline-block;padding:12px 24px;border-radius:8px;font-weight:600;font-size:15px;text-decoration:none')}>${escapeHtml(action.label)}</a></p>${small(say.copyLink)}<p style="margin:0 0 16px;font-size:13px;line-height:20px;word-break:break-all"><a href="${escapeHtml(action.url)}" ${colored(['link'], 'text-decoration:underline')}>${escapeHtml(action.url)}</a></p>`
    : ''
  const second = also
    ? `<p style="margin:0 0 16px;font-size:15px;line-height:24px"><a href="${escapeHtml(also.url)}" ${colored(['link'], 'text-decoration:underline')}>${escapeHtml(also.label)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="${content.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title>${darkStyles}</head>
<body ${colored(['page', 'ink'], `margin:0;padding:0;font-family:${font}`)}>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${colored(['page', 'ink'], 'width:100%')}><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 0 16px;font-size:18px;font-weight:700;letter-spacing:.5px">EoT <span ${colored(['link'], 'font-weight:700')}>LIVE</span>${place === undefined ? '' : `<span ${colored(['dim'], 'float:right;font-size:13px;font-weight:400;letter-spacing:0')}>${escapeHtml(place)}</span>`}</td></tr>
<tr><td ${colored(['card', 'line', 'ink'], 'border:1px solid;border-radius:12px;padding:32px')}>
${state}<h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${escapeHtml(heading)}</h1>
${greeting === undefined ? '' : paragraph(greeting)}${paragraphs.map(paragraph).join('')}${chart}${list}${moreRows === undefined ? '' : paragraph(moreRows)}${secret}${button}${second}${notes.map(small).join('')}
</td></tr>
<tr><td style="padding:16px 0 0">${small(say.sentBy(portal))}</td></tr>
</table></td></tr></table></body></html>
`
}

const row = ({ title, text }: { title: string; text: string }) =>
  `<tr><td ${colored(['line', 'ink'], 'padding:10px 0;border-style:solid;border-width:1px 0 0;font-size:15px;line-height:22px')}><strong>${escapeHtml(title)}</strong><br><span ${colored(['dim'], 'font-size:13px;line-height:20px')}>${escapeHtml(text)}</span></td></tr>`

/** Returns the picture for light mail programs and, hidden from all others, the one for dark ones. */
function pictures({ alt, cid, darkCid, darkPng, height, width }: Picture): string {
  // The alt text is styled too, since many mail programs load pictures only on request.
  const image = (id: string, { card, dim }: typeof mailColors.light, display: string, of: string) =>
    `<img src="cid:${escapeHtml(id)}" width="${width}" height="${height}" alt="${escapeHtml(alt)}"${of} style="${display};width:100%;max-width:${width}px;height:auto;margin:0 0 20px;border:0;border-radius:8px;background:${card};color:${dim};font-size:13px;line-height:20px">`
  if (!darkPng) return image(cid, mailColors.light, 'display:block', '')
  const byDay = image(cid, mailColors.light, 'display:block', ' class="e-by-day"')
  const byNight = image(darkCid, mailColors.dark, 'display:none', ' class="e-by-night"')
  // Outlook for Windows would show both.
  return `${byDay}<!--[if !mso]><!-->${byNight}<!--<![endif]-->`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

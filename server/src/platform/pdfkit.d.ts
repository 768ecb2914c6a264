// Types for the parts of the package that are used. The package has none.
declare module 'pdfkit' {
  interface TextOptions {
    width?: number
    height?: number
    align?: 'left' | 'right' | 'center'
    ellipsis?: boolean
    lineBreak?: boolean
    lineGap?: number
  }

  export interface MarkedContent {
    refs: unknown[]
  }

  export interface StructureElement {
    add(child: StructureElement | MarkedContent | (() => void)): StructureElement
    end(): void
  }

  interface StructureOptions {
    title?: string
    alt?: string
    /** The scope of a header cell. */
    scope?: 'Column' | 'Row'
    /** Left, top, right, bottom. */
    bbox?: [number, number, number, number]
  }

  interface DocumentOptions {
    autoFirstPage: false
    bufferPages: true
    pdfVersion: '1.7'
    subset: 'PDF/UA'
    tagged: true
    displayTitle: true
    lang: string
    /** The file of the first font. */
    font: string
    size: 'A4' | 'LETTER'
    margin: number
    info: Record<string, string | Date>
  }

  // biome-ignore lint/style/noDefaultExport: the package exports it this way
  export default class PDFDocument {
    constructor(options: DocumentOptions)
    page: { width: number; height: number; margins: { bottom: number } }
    outline: { addItem(title: string): void }
    addPage(): this
    bufferedPageRange(): { start: number; count: number }
    switchToPage(page: number): this
    /** Sets the font by its file. */
    font(file: string): this
    fontSize(size: number): this
    fillColor(color: string): this
    strokeColor(color: string): this
    lineWidth(width: number): this
    dash(length: number, options?: { space?: number }): this
    undash(): this
    text(text: string, x: number, y: number, options?: TextOptions): this
    widthOfString(text: string): number
    heightOfString(text: string, options?: TextOptions): number
    rect(x: number, y: number, width: number, height: number): this
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    fill(color?: string): this
    stroke(color?: string): this
    link(
      x: number,
      y: number,
      width: number,
      height: number,
      url: string,
      options: { structParent: StructureElement; Contents: string },
    ): this
    struct(type: string, options?: StructureOptions): StructureElement
    addStructure(element: StructureElement): this
    markStructureContent(type: string): MarkedContent
    markContent(tag: 'Artifact', options?: { type: 'Pagination' | 'Layout' }): this
    endMarkedContent(): this
    on(event: 'data', listener: (chunk: Buffer) => void): this
    on(event: 'end', listener: () => void): this
    end(): void
  }
}

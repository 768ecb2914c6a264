import { type ReactNode, useId } from 'react'

interface QuestionPartProps {
  title: string
  text: string
  headingRef: (element: HTMLHeadingElement | null) => void
  more?: ReactNode
  children: ReactNode
}

/** A question of an editor, with the fields that answer it. */
export function QuestionPart({ title, text, headingRef, more, children }: QuestionPartProps) {
  const id = useId()
  return (
    <section className="question" aria-labelledby={id}>
      <div>
        <h2 id={id} tabIndex={-1} ref={headingRef}>
          {title}
        </h2>
        <p>{text}</p>
        {more}
      </div>
      <div className="stack">{children}</div>
    </section>
  )
}

type Leave = () => void
type Ask = (leave: Leave) => void

/** The questions of parts of the page that would lose something. */
const questions = new Set<Ask>()

/** Registers a question. `ask` gets what to do once the user has agreed. Returns a function that removes it. */
export function askBeforeLeaving(ask: Ask): () => void {
  questions.add(ask)
  return () => void questions.delete(ask)
}

/** Leaves the portal by other means than navigation: at once, or after each question has been answered. */
export const leaveAfterQuestions = (leave: Leave): void =>
  [...questions].reduce<Leave>((then, ask) => () => ask(then), leave)()

/** Creates an HTML element, for the few parts that are drawn without React. Strings become text. */
export function element(name: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(name)
  if (className) made.className = className
  made.append(...children)
  return made
}

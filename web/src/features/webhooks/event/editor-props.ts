export interface EditorProps {
  onClose: () => void
}

import './message-template.css'

/** A text with its line breaks. */
export const TemplateText = ({ title, content }: { title: string; content: string }) => (
  <div className="ew-template-text">
    {title !== '' && <strong>{title}</strong>}
    {content}
  </div>
)

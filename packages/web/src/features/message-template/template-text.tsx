import './message-template.css'

/** A text as it stands, line by line. */
export const TemplateText = ({ title, content }: { title: string; content: string }) => (
  <div className="ew-template-text">
    {title !== '' && <strong>{title}</strong>}
    {content}
  </div>
)

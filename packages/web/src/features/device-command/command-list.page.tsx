import { SentCommands } from './sent-commands.tsx'

/** Every command that was sent to devices in one's scope. */
export default function CommandListPage() {
  return <SentCommands />
}

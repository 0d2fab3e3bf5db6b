import { Alert } from '@mantine/core';

/** What went wrong and belongs to no field. */
export function FormError({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <Alert color="red" role="alert">
      {message}
    </Alert>
  );
}

import type { Area } from 'react-easy-crop';

const SIDE = 512;

/** Draws the chosen square of a picture at 512 × 512 pixels and gives it as a PNG file. */
export async function cropImage(url: string, area: Area): Promise<File> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  canvas.getContext('2d')?.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, SIDE, SIDE);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the picture could not be drawn');
  return new File([blob], 'avatar.png', { type: 'image/png' });
}

const SCALE = 2;

/** Points at twice the screen's resolution. */
export async function pngFromSvg(text: string): Promise<Blob> {
  const picture = new Image();
  picture.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = picture.naturalWidth * SCALE;
    canvas.height = picture.naturalHeight * SCALE;
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser made no PNG'))));
    });
  } finally {
    URL.revokeObjectURL(picture.src);
  }
}

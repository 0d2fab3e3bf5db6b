import { useEffect, useRef, useState } from 'react';

/** What browsers have of speech recognition; no library of types knows it. */
interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null;
  onend: (() => void) | null;
  onerror: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}
type MakeRecognition = new () => Recognition;

function findRecognition(): MakeRecognition | null {
  const scope = window as unknown as Record<string, MakeRecognition | undefined>;
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition ?? null;
}

/** Speaking instead of typing, where the browser can. `onText` gets all that was heard so far, again and again. */
export function useSpeech(language: string, onText: (heard: string) => void) {
  const [isListening, setListening] = useState(false);
  const running = useRef<Recognition>(null);
  const Recognition = findRecognition();
  useEffect(() => () => running.current?.abort(), []);

  const start = () => {
    if (!Recognition || running.current) return;
    const recognition = new Recognition();
    recognition.lang = language;
    recognition.continuous = true;
    recognition.interimResults = true;
    recognition.onresult = ({ results }) =>
      onText(Array.from(results, (result) => result[0]?.transcript ?? '').join(''));
    recognition.onend = () => {
      running.current = null;
      setListening(false);
    };
    recognition.onerror = () => recognition.stop();
    running.current = recognition;
    setListening(true);
    recognition.start();
  };
  return {
    isSupported: Recognition !== null,
    isListening,
    toggle: () => (isListening ? running.current?.stop() : start()),
    stop: () => running.current?.stop(),
  };
}
